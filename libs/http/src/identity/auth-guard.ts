import { SetMetadata, createParamDecorator, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { refuse } from '@plinth/kernel';
import { nameHttpSpan, setActiveSpanAttributes } from '@plinth/telemetry';
import type { Request } from 'express';
import { throwRefusal } from '../errors/http-refusal';
import { routeOf } from '../route-of';
import type { Authenticator } from './authenticator';
import type { Identity, Scope } from './identity';

const REQUIRED_SCOPES = 'plinth:scopes';
const identities = new WeakMap<Request, Identity>();

/** The key has to hold all of these scopes; on a class it holds for every route, on a method in addition. */
export const RequireScope = (...scopes: readonly Scope[]) => SetMetadata(REQUIRED_SCOPES, scopes);

/** Who calls: `handle(@CurrentIdentity() identity: Identity)`. */
export const CurrentIdentity = createParamDecorator((_: unknown, context: ExecutionContext): Identity => {
  const identity = identities.get(context.switchToHttp().getRequest<Request>());
  if (!identity) throw new Error('CurrentIdentity outside of a guarded route');
  return identity;
});

/** What `RequireScope` has put on these handlers and classes. */
export function scopesOf(targets: readonly object[]): readonly Scope[] {
  return targets.flatMap(
    (target) => (Reflect.getMetadata(REQUIRED_SCOPES, target) as readonly Scope[] | undefined) ?? [],
  );
}

/** Throws an HttpRefusal unless the key holds the scopes that `RequireScope` has put on these handlers and classes. */
export function requireScopes(identity: Identity, targets: readonly object[]): void {
  const needed = scopesOf(targets);
  const lacking = needed.find((scope) => !identity.scopes.has(scope));
  if (lacking === undefined) return;
  const message = `This key lacks the scope ${lacking}.`;
  throwRefusal(refuse('forbidden', 'scope_missing', message, { rule: 'scope' }));
}

/** Guards every route of an application: 401 without a valid key, 403 without the scopes of the route. */
export class AuthGuard implements CanActivate {
  constructor(private readonly authenticator: Authenticator) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<Request>();
    const identity = this.authenticator.authenticate(request.headers);
    requireScopes(identity, [context.getHandler(), context.getClass()]);
    identities.set(request, identity);
    const route = routeOf(request);
    if (route !== undefined) nameHttpSpan(request.method, route);
    setActiveSpanAttributes({ tenant: identity.tenant });
    return true;
  }
}
