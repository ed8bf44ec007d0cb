import Type, { type Static } from 'typebox';

export const Permission = Type.Union([Type.Literal('events:write'), Type.Literal('capabilities:read')]);
export type Permission = Static<typeof Permission>;
export const PERMISSIONS: Permission[] = ['events:write', 'capabilities:read'];
