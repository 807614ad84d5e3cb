import { UnsupportedMediaTypeException } from '@nestjs/common';
import type { NextFunction, Request } from 'express';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** 415 for a body that is not JSON in UTF-8: a web page could send it unasked, and a parser would guess or replace. */
export function jsonOnly({ headers }: Request, _response: unknown, next: NextFunction): void {
  const { 'content-type': type = '', 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  const hasBody = coding !== undefined || length !== '0';
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8';
  if (hasBody && !(JSON_TYPE.test(type) && /^utf-8$/i.test(charset))) next(new UnsupportedMediaTypeException());
  else next();
}
