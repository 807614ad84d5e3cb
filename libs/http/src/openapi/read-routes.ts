import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import {
  CUSTOM_ROUTE_ARGS_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
  RouteParamtypes,
} from '@nestjs/common/internal';
import type { z } from 'zod';
import { scopesOf } from '../identity/auth-guard';
import type { Scope } from '../identity/identity';
import { schemaOfPipe } from '../input/parse-input';
import { operationOf, type Operation } from './operation';

/** One thing that a handler is given of the request: all of a part, or what has a name in it. */
export interface RouteInput {
  readonly part: 'body' | 'query' | 'path' | 'header';
  readonly name: string | undefined;
  readonly schema: z.ZodType | undefined;
}

export interface Route {
  /** Unique within an API: `rollouts_start`. */
  readonly id: string;
  /** In lower case. */
  readonly method: string;
  /** As OpenAPI writes it: `/v1/rollouts/{skill}`. */
  readonly path: string;
  readonly scopes: readonly Scope[];
  readonly inputs: readonly RouteInput[];
  readonly operation: Operation | undefined;
}

export interface ControllerClass {
  readonly name: string;
  readonly prototype: object;
}

/** The routes of a Nest controller; none for what answers to something else than HTTP. */
export function routesOf(controller: ControllerClass): readonly Route[] {
  const bases = textsOf(Reflect.getMetadata(PATH_METADATA, controller));
  const handlers = Object.entries(Object.getOwnPropertyDescriptors(controller.prototype));
  return handlers.flatMap(([name, { value }]) => {
    if (typeof value !== 'function') return [];
    const handler = value as object;
    const method: unknown = Reflect.getMetadata(METHOD_METADATA, handler);
    if (typeof method !== 'number') return [];
    const rest = {
      id: `${snake(controller.name.replace(/Controller$/, ''))}_${snake(name)}`,
      method: (RequestMethod[method] ?? 'ALL').toLowerCase(),
      scopes: [...new Set(scopesOf([controller, handler]))],
      inputs: inputsOf(controller, name),
      operation: operationOf(handler),
    };
    const paths = textsOf(Reflect.getMetadata(PATH_METADATA, handler));
    return bases.flatMap((base) => paths.map((path) => ({ ...rest, path: templateOf(base, path) })));
  });
}

const PARTS: ReadonlyMap<number, RouteInput['part']> = new Map([
  [RouteParamtypes.BODY, 'body'],
  [RouteParamtypes.QUERY, 'query'],
  [RouteParamtypes.PARAM, 'path'],
  [RouteParamtypes.HEADERS, 'header'],
]);

/** What Nest keeps of each parameter of a handler, under `<type>:<index>`. */
interface KeptParameter {
  readonly index: number;
  readonly data?: unknown;
  readonly pipes?: readonly unknown[];
}

function inputsOf(controller: ControllerClass, handler: string): readonly RouteInput[] {
  const kept = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<string, KeptParameter>;
  return Object.entries(kept)
    .filter(([key]) => !key.includes(CUSTOM_ROUTE_ARGS_METADATA))
    .sort(([, one], [, other]) => one.index - other.index)
    .flatMap(([key, { data, pipes = [] }]) => {
      const part = PARTS.get(Number(key.split(':')[0]));
      if (!part) return [];
      const schema = pipes.map(schemaOfPipe).find((found) => found !== undefined);
      return [{ part, name: typeof data === 'string' ? data : undefined, schema }];
    });
}

const textsOf = (path: unknown): readonly string[] =>
  (Array.isArray(path) ? path : [path]).filter((each): each is string => typeof each === 'string');

const templateOf = (...parts: readonly string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .map((part) => part.replace(/^:(\w+)$/, '{$1}'))
    .join('/')}`;

const snake = (name: string): string => name.replace(/(?<=[a-z0-9])[A-Z]/g, '_$&').toLowerCase();
