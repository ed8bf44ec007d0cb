import {
  CirclePlay,
  CircleStop,
  FilePen,
  FileQuestionMark,
  type LucideIcon,
  MessageSquareText,
  SquareTerminal,
  Wrench,
} from 'lucide-react';
import type { ReceiptType } from '../../shared/event.ts';

const icons: Record<ReceiptType, LucideIcon> = {
  'prompt.submitted': MessageSquareText,
  'tool.before_use': Wrench,
  'command.before_run': SquareTerminal,
  'file.changed': FilePen,
  'session.started': CirclePlay,
  'session.ended': CircleStop,
  'report.unreadable': FileQuestionMark,
};

export function EventIcon({ type, size = 16 }: { type: ReceiptType; size?: number }) {
  const Icon = icons[type];
  return <Icon size={size} strokeWidth={1.5} aria-hidden />;
}
