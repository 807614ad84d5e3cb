import type { RefusalReason } from '../../../domain/outcome/provider-answer';

/** What a status other than 2xx says of a call (RFC 9110); only 422 needs the code of the error, since any check may give it. */
export function refusalReason(status: number, code: string | undefined): RefusalReason {
  switch (status) {
    case 404:
      return 'absent';
    case 429:
      return 'overloaded';
    case 408:
    case 502:
    case 503:
    case 504:
      return 'unavailable';
    case 422:
      return code === 'invalid_arguments' ? 'invalid_arguments' : 'rejected';
    default:
      return status >= 400 && status < 500 ? 'rejected' : 'broke';
  }
}
