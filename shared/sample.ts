import Type, { type Static } from 'typebox';

/** The questions that the sample data answers. It takes no change. */
export const SAMPLE_CHANNELS = [
  'receipts.query',
  'receipts.get',
  'receipts.count',
  'sessions.query',
  'sessions.get',
  'stats.query',
  'projects.list',
  'files.list',
  'recover.list',
  'secrets.list',
  'problems.list',
  'integrations.list',
  'recording.gaps',
] as const;

export const SampleChannelSchema = Type.Unsafe<(typeof SAMPLE_CHANNELS)[number]>(
  Type.Enum([...SAMPLE_CHANNELS]),
);
export type SampleChannel = Static<typeof SampleChannelSchema>;
