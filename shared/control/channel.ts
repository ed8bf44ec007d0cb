import Type, { type TSchema } from 'typebox';

/* What the channels of several areas share. */

export const closed = { additionalProperties: false } as const;
export const empty = Type.Object({}, closed);
export const nullableString = Type.Union([Type.String(), Type.Null()]);
export const nullableKey = Type.Union([Type.Integer(), Type.Null()]);
export const range = Type.Object(
  {
    since: Type.Optional(Type.String({ maxLength: 32, description: 'Received at or after this instant' })),
    until: Type.Optional(Type.String({ maxLength: 32, description: 'Received before this instant' })),
  },
  closed,
);
export const channel = <P extends TSchema, R extends TSchema>(params: P, result: R) => ({ params, result });
export const path = Type.String({ minLength: 1, maxLength: 4096 });
