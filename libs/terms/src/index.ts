export * from './bm25';
export * from './calibration';
export * from './embed';
export * from './frequent-english';
export * from './segmenter';
export * from './term-prior';
export * from './tokenise';
