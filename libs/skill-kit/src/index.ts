export * from './assert-skill';
export * from './contract-breach';
export * from './define-skill';
export * from './effect-memory';
export * from './invoke-for-test';
export * from './skill';
export * from './skill-error';
export type { SkillOptions } from './skill-options';
export { startSkillServer, type SkillServer, type SkillServerOptions } from './server/skill-server';
