export * from './channel-listeners';
export * from './clock';
export * from './errors';
export * from './ids';
export * from './json';
export * from './repeating';
export * from './rounded-ms';
export * from './text';
