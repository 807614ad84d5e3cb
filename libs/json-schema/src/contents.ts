/**
 * `contentEncoding` and `contentMediaType` of draft-07 by what they say of a text: undefined when it is something else,
 * which that draft leaves open. In 2020-12 they are words for a reader.
 */
export function contentHolds(encoding: unknown, mediaType: unknown, value: unknown): boolean {
  if (typeof value !== 'string') return true;
  const text = encoding === 'base64' ? fromBase64(value) : value;
  if (text === undefined) return false;
  return mediaType !== 'application/json' || isJson(text);
}

function fromBase64(value: string): string | undefined {
  const isBase64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(value);
  return isBase64 ? Buffer.from(value, 'base64').toString('utf8') : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
