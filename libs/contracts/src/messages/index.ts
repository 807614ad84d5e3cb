export * from './message-parts';
export * from './erasure';
export * from './failure';
export * from './memory';
export * from './model';
export * from './reflection';
export * from './rollouts';
export * from './skills';
