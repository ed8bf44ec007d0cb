import Type, { type Static } from 'typebox';

const count = Type.Integer({ minimum: 0 });

/** Numbers of the telemetry that arrived since the host started. They contain no content. */
export const telemetryCounts = {
  /** Log records and spans that arrived. */
  records: count,
  /** Records that are none of the six events: traces of models, metrics, answers. */
  dropped: count,
  /** Records of a prompt that no person wrote. */
  notUserInput: count,
  /** Events that a hook or an earlier record had reported. */
  duplicates: count,
  /** Events that did not fit the contract. */
  rejected: count,
} as const;

/** The numbers of one integration. */
export const TelemetryOfIntegration = Type.Object(
  { integration: Type.String(), ...telemetryCounts },
  { additionalProperties: false },
);
export type TelemetryOfIntegration = Static<typeof TelemetryOfIntegration>;
export type TelemetryCounts = Omit<TelemetryOfIntegration, 'integration'>;
