// Not run: `tsc -p sdk/javascript` fails here when the SDK's types and the contract in shared/ part ways.
import type {
  PlinthEvent as ContractEvent,
  EventType as ContractEventType,
  EventData,
} from '../../../shared/event.ts';
import type { Manifest } from '../../../shared/manifest.ts';
import type { ValidationError } from '../../../shared/problem.ts';
import type { EventAccepted } from '../../../shared/receipt.ts';
import type {
  Capabilities,
  EventDataByType,
  EventType,
  FieldError,
  PlinthEvent,
  Receipt,
} from '../src/index.ts';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Fits<A, B> = [A] extends [B] ? true : false;
// The SDK also takes `undefined` for a member that is left out, so that callers may use exactOptionalPropertyTypes.
type OrUndefined<T> = { [K in keyof T]: T[K] | undefined };

export const eventTypes: Same<EventType, ContractEventType> = true;

// Each way, and member for member: an optional member too many or too few would pass either test alone.
type DataMatches = {
  [T in EventType]: [
    Same<EventDataByType[T], OrUndefined<EventData<T>>>,
    Same<keyof EventDataByType[T], keyof EventData<T>>,
  ];
};
export const data: DataMatches = {
  'prompt.submitted': [true, true],
  'tool.before_use': [true, true],
  'command.before_run': [true, true],
  'file.changed': [true, true],
  'session.started': [true, true],
  'session.ended': [true, true],
};

export const events: Fits<
  Omit<ContractEvent, 'schema' | 'integration' | 'data'>,
  Omit<PlinthEvent, 'data'>
> = true;
export const receipt: [
  Fits<Receipt, EventAccepted>,
  Same<keyof Omit<Receipt, 'replayed'>, keyof EventAccepted>,
] = [true, true];
export const manifest: [Fits<Manifest, Capabilities>, Same<keyof Manifest, keyof Capabilities>] = [
  true,
  true,
];
export const limits: Same<keyof Manifest['limits'], keyof Capabilities['limits']> = true;
export const privacy: Same<keyof Manifest['privacy'], keyof Capabilities['privacy']> = true;
export const fieldErrors: Fits<ValidationError, FieldError> = true;
