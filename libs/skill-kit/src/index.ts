export * from './define-skill';
export * from './effect-memory';
export * from './invoke-for-test';
export * from './skill-error';
export { startSkillServer, type SkillServer } from './server/skill-server';
