import type { Response } from 'express';

const LOOK_AGAIN_SECONDS = '1';

/** 202: the work goes on; it is to be found at `location`, and worth a look after a second. */
export function accepted(response: Response, location: string): void {
  response.status(202).set({ Location: location, 'Retry-After': LOOK_AGAIN_SECONDS });
}
