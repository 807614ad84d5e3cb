import { readFileSync } from 'node:fs';
import { envParser, optional } from './env-parser';

/** The path of a PEM file. The value is what the file holds when the configuration is loaded; a renewed file needs a new start. */
export function envPemFile() {
  return envParser<string, typeof optional>({
    form: 'the path of a PEM file that this process can read',
    fallback: optional,
    read: (path) => {
      const text = readText(path);
      return text?.includes('-----BEGIN ') ? text : undefined;
    },
  });
}

/** Undefined for what is no readable file: the form says so to whoever set the path. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
