export * from './asyncapi/document';
export * from './catalogue';
export * from './check';
export * from './define';
export * from './envelope';
export * from './limits';
export * from './messages';
export * from './topics';
