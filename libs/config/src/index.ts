export * from './config-error';
export * from './define-config';
export * from './env-parsers';
export * from './load-config';
export * from './load-together';
export * from './platform-config';
