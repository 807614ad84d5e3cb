export * from './embed-question';
export * from './embedder';
export * from './embedding-outcome';
export * from './embedding-variables';
export * from './local-embedder';
export * from './openai-embedder';
export * from './remote-embedder';
