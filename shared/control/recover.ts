import Type from 'typebox';
import { CopyPreview, FoundCopies, LostPath, SearchPart } from '../recover.ts';
import { channel, closed, empty, path, range } from './channel.ts';

/** Paths whose state is asked at once. */
const MAX_STATES = 500;

const search = Type.String({ minLength: 1, maxLength: 64, description: 'A name that stops this search' });
const chosen = Type.Object(
  {
    asked: path,
    path,
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    part: SearchPart,
  },
  { ...closed, description: 'A copy of the list of the path `asked`' },
);

/** The channels of what is gone. But for the list, a process of its own answers them, and opens the files. */
export const recoverChannels = {
  'recover.list': channel(
    Type.Object(
      {
        ...range.properties,
        sessionKey: Type.Optional(Type.Integer({ minimum: 0 })),
        sessionId: Type.Optional(Type.String({ maxLength: 512 })),
        project: Type.Optional(Type.String({ maxLength: 4096 })),
      },
      closed,
    ),
    Type.Object(
      {
        lost: Type.Array(LostPath, { description: 'Newest first' }),
        isCut: Type.Boolean({ description: 'Older reports were not read' }),
        scripts: Type.Integer({
          description: 'Commands that ran a script or an interpreter, whose files no report names',
        }),
      },
      closed,
    ),
  ),
  'recover.states': channel(
    Type.Object({ paths: Type.Array(path, { maxItems: MAX_STATES }) }, closed),
    Type.Object(
      {
        there: Type.Array(Type.Union([Type.Boolean(), Type.Null()]), {
          description: 'Null for a path that is none of this system',
        }),
      },
      closed,
    ),
  ),
  'recover.copies': channel(
    Type.Object(
      { path, part: SearchPart, lostAt: Type.Optional(Type.String({ maxLength: 32 })), search },
      closed,
    ),
    FoundCopies,
  ),
  'recover.stop': channel(Type.Object({ search }, closed), empty),
  'recover.preview': channel(chosen, CopyPreview),
  'recover.get': channel(
    chosen,
    Type.Object(
      { written: Type.String(), bytes: Type.Integer() },
      { ...closed, description: 'The new file' },
    ),
  ),
};
