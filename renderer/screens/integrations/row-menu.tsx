import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { navigate } from '../../app/route.ts';
import { Button } from '../../components/button.tsx';
import { PauseDialog } from '../../components/pause-dialog.tsx';
import { messages } from '../../messages/index.ts';
import { timeline } from '../activity/filter-state.ts';

interface RowMenuProps {
  name: string;
  integrationId: string;
  /** False for an integration that can report nothing any more. */
  reports?: boolean;
  children: ReactNode;
}

/** The menu of one integration's row, for programs and agents: its activity and its pause first, then `children`. */
export function RowMenu({ name, integrationId, reports = true, children }: RowMenuProps) {
  const [pausing, setPausing] = useState(false);
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <Button look="icon" aria-label={messages.integrations.actionsFor(name)}>
            <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          <RowMenuItem onSelect={() => navigate(timeline({ integrationId }))}>
            {messages.integrations.showActivity}
          </RowMenuItem>
          {reports && (
            <RowMenuItem onSelect={() => setPausing(true)}>{messages.integrations.pause}</RowMenuItem>
          )}
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {pausing && <PauseDialog scope={{ integrationId }} onClose={() => setPausing(false)} />}
    </>
  );
}

export function RowMenuItem(props: { destructive?: boolean; onSelect(): void; children: ReactNode }) {
  return (
    <DropdownMenu.Item
      className="menu__item"
      data-tone={props.destructive ? 'destructive' : undefined}
      onSelect={props.onSelect}
    >
      {props.children}
    </DropdownMenu.Item>
  );
}
