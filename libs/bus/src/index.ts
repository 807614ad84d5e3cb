export * from './delivery';
export * from './handlers';
