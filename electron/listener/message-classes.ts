import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

export interface MessageClasses {
  IncomingMessage: typeof IncomingMessage;
  ServerResponse: typeof ServerResponse;
}

/**
 * Classes for the server's requests and responses that already have the prototypes of `app`. Express gives every
 * request and response its own prototypes, and an object whose prototype changes is slow from then on; where nothing
 * changes, nothing is.
 */
export function messageClassesOf(app: Express): MessageClasses {
  class CollectorRequest extends IncomingMessage {}
  class CollectorResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(CollectorRequest.prototype, app.request);
  Object.setPrototypeOf(CollectorResponse.prototype, app.response);
  app.request = CollectorRequest.prototype as typeof app.request;
  app.response = CollectorResponse.prototype as typeof app.response;
  return { IncomingMessage: CollectorRequest, ServerResponse: CollectorResponse };
}
