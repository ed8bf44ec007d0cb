import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

export interface MessageClasses {
  IncomingMessage: typeof IncomingMessage;
  ServerResponse: typeof ServerResponse;
}

/**
 * Creates request and response classes that already have the prototypes of `app`. Express sets its own prototypes on
 * every request and response, and V8 runs slower on an object after its prototype changes. With these classes, the
 * prototypes do not change.
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
