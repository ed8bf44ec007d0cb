import type { Locator, Page } from '@playwright/test';
import { messages } from '../../renderer/messages/index.ts';
import type { HarnessId } from '../../shared/bridge.ts';

const words = messages.agents;

export class AgentsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  row(harness: HarnessId): Locator {
    return this.page.locator(`.agent[data-harness="${harness}"]`);
  }

  connectButton(name: string): Locator {
    return this.page.getByRole('button', { name: words.connectNamed(name) });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  get diff(): Locator {
    return this.dialog.getByRole('figure', { name: words.diff });
  }

  /** The dialog's button that applies the change. */
  submit(action: 'connect' | 'reconnect' | 'disconnect'): Locator {
    return this.dialog.getByRole('button', { name: words.submit[action], exact: true });
  }

  async ask(name: string, action: 'reconnect' | 'disconnect'): Promise<void> {
    await this.page.getByRole('button', { name: messages.integrations.actionsFor(name) }).click();
    await this.page.getByRole('menuitem', { name: words.actions[action] }).click();
  }
}
