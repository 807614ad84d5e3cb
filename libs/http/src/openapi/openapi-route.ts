import type { INestApplication, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { openApiDocument, type ApiTitle } from './openapi-document';

/**
 * GET /openapi.json: what this process serves, read from its controllers when it is first asked for. Before authentication: it
 * tells the form of the API and nothing of what is kept.
 */
export function openApiRoute(app: INestApplication, title: ApiTitle) {
  let text: string | undefined;
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.path !== '/openapi.json' || !(request.method === 'GET' || request.method === 'HEAD')) return next();
    text ??= JSON.stringify(openApiDocument(title, controllersOf(app)));
    response.type('application/json').set('Cache-Control', 'no-store').send(text);
  };
}

function controllersOf(app: INestApplication): readonly Type[] {
  const modules = [...app.get(ModulesContainer).values()];
  const wrappers = modules.flatMap(({ controllers }) => [...controllers.values()]);
  return wrappers.flatMap(({ metatype }) => (isClass(metatype) ? [metatype] : []));
}

const isClass = (metatype: unknown): metatype is Type => typeof metatype === 'function';
