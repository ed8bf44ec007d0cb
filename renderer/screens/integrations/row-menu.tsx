import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { navigate } from '../../app/route.ts';
import { Button } from '../../components/button.tsx';
import { messages } from '../../messages/index.ts';
import { timeline } from '../activity/filter-state.ts';

/** The menu of one integration's row, for programs and agents: its activity first, then `children`. */
export function RowMenu(props: { name: string; integrationId: string; children: ReactNode }) {
  const { name, integrationId, children } = props;
  return (
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
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
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
