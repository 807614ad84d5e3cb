import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';

/** Express on a server that lets a request without Host through, so that it is answered in the one error shape. */
export class EdgeAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    this.httpServer = createServer({ requireHostHeader: false }, this.getInstance());
  }
}
