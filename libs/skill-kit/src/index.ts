export * from './define-skill';
export * from './effect-memory';
export * from './invoke-for-test';
export { effectClass, skillManifest, type EffectClass, type SkillManifest } from '@plinth/contracts';
export * from './skill-error';
export { startSkillServer, type SkillServer, type SkillServerOptions } from './server/skill-server';
