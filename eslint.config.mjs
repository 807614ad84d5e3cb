import { lintConfig } from './tools/architecture/eslint-rules.mjs';

export default lintConfig(import.meta.dirname);
