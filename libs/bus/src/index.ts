export * from './delivery';
export * from './handlers';
export * from './transport';
