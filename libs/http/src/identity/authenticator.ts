import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '@plinth/kernel';
import { throwRefusal } from '../errors/http-refusal';
import type { ApiKeys } from './api-keys';
import type { Identity } from './identity';
import { isLoopback } from './loopback';

/** Tells who calls, or throws an HttpRefusal. */
export abstract class Authenticator {
  abstract authenticate(headers: IncomingHttpHeaders): Identity;
}

/** `Authorization: Bearer <key>` against the key file. Without a file no key is valid. */
export class KeyAuthenticator extends Authenticator {
  constructor(private readonly keys: Pick<ApiKeys, 'identify'> | undefined) {
    super();
  }

  authenticate({ authorization }: IncomingHttpHeaders): Identity {
    const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (key === undefined) return unauthenticated('api_key_required', 'Send Authorization: Bearer <key>.');
    return this.keys?.identify(key) ?? unauthenticated('api_key_unknown', 'This key is not known here.');
  }
}

/**
 * Everybody on this machine is the local identity. A web page that a person of this machine happens to look at is not:
 * a Host or Origin that is not loopback (DNS rebinding, a foreign site) is refused.
 */
export class LoopbackAuthenticator extends Authenticator {
  constructor(private readonly local: Identity) {
    super();
  }

  authenticate({ host, origin }: IncomingHttpHeaders): Identity {
    const foreign =
      !isLoopback(hostnameOf(`http://${host ?? ''}`)) || (origin !== undefined && !isLoopback(hostnameOf(origin)));
    if (!foreign) return this.local;
    const message = 'Without API keys only this machine itself may call, and no web page of another site.';
    return throwRefusal(refuse('forbidden', 'foreign_origin', message));
  }
}

function hostnameOf(url: string): string {
  return URL.parse(url)?.hostname ?? '';
}

function unauthenticated(code: string, message: string): never {
  return throwRefusal(refuse('unauthenticated', code, message));
}
