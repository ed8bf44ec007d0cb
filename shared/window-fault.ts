import Type, { type Static } from 'typebox';
import { SCREENS } from './window-route.ts';

const FRAME = '[\\w.-]{1,80}:\\d{1,7}:\\d{1,7}';
const FRAMES_OF_STACK = new RegExp(`/(${FRAME})\\)?$`, 'gm');
const NAME = '^[A-Za-z]{1,40}$';
const MAX_FRAMES = 12;

/** An error of the window, without its message, because a message can contain what the window shows. */
export const WindowFault = Type.Object(
  {
    screen: Type.Enum([...SCREENS, 'frame'], { description: '`frame` is everything around the screens' }),
    name: Type.String({ pattern: NAME, description: 'Kind of the error' }),
    frames: Type.Array(Type.String({ pattern: `^${FRAME}$` }), {
      maxItems: MAX_FRAMES,
      description: 'File, line and column of each call',
    }),
  },
  { additionalProperties: false },
);
export type WindowFault = Static<typeof WindowFault>;

/** Describes an error of the window without its message. */
export function windowFault(screen: WindowFault['screen'], error: unknown): WindowFault {
  if (!(error instanceof Error)) return { screen, name: 'unknown', frames: [] };
  const { name, message, stack = '' } = error;
  // A message can contain lines that look like frames.
  const at = stack.indexOf(message);
  const calls = at === -1 ? '' : stack.slice(at + message.length);
  return {
    screen,
    name: new RegExp(NAME).test(name) ? name : 'Error',
    frames: [...calls.matchAll(FRAMES_OF_STACK)].map(([, frame]) => frame!).slice(0, MAX_FRAMES),
  };
}
