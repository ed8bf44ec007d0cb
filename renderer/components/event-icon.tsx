import {
  CirclePlay,
  CircleStop,
  FilePen,
  type LucideIcon,
  MessageSquareText,
  SquareTerminal,
  Wrench,
} from 'lucide-react';
import type { EventType } from '../../shared/event.ts';

const icons: Record<EventType, LucideIcon> = {
  'prompt.submitted': MessageSquareText,
  'tool.before_use': Wrench,
  'command.before_run': SquareTerminal,
  'file.changed': FilePen,
  'session.started': CirclePlay,
  'session.ended': CircleStop,
};

export function EventIcon({ type, size = 16 }: { type: EventType; size?: number }) {
  const Icon = icons[type];
  return <Icon size={size} strokeWidth={1.5} aria-hidden />;
}
