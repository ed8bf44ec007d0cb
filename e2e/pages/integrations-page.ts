import { expect, type Locator, type Page } from '@playwright/test';
import { messages } from '../../renderer/messages/index.ts';

export class IntegrationsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get generateButton(): Locator {
    return this.page.locator('.title-row').getByRole('button', { name: messages.integrations.generate });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  get confirmation(): Locator {
    return this.page.getByRole('alertdialog');
  }

  get name(): Locator {
    return this.page.getByRole('textbox', { name: messages.generate.name });
  }

  get submit(): Locator {
    return this.page.locator('button[type="submit"]');
  }

  get token(): Locator {
    return this.page.getByRole('figure', { name: messages.token.label });
  }

  get copyToken(): Locator {
    return this.page.getByRole('button', { name: messages.token.copy });
  }

  get copySnippet(): Locator {
    return this.page.getByRole('button', { name: messages.token.copySnippet });
  }

  get waiting(): Locator {
    return this.page.getByText(messages.firstEvent.waiting);
  }

  get arrived(): Locator {
    return this.page.getByText(messages.firstEvent.arrived);
  }

  get done(): Locator {
    return this.dialog.getByRole('button', { name: messages.token.done });
  }

  /** Closes the token's dialog without a copy of the token, which the window asks about once. */
  async closeUncopied(): Promise<void> {
    await this.done.click();
    await expect(this.page.getByText(messages.token.notCopied)).toBeVisible();
    await this.dialog.getByRole('button', { name: messages.token.leave }).click();
    await expect(this.dialog).toBeHidden();
  }

  row(name: string): Locator {
    return this.page
      .locator('.integration')
      .filter({ has: this.page.getByRole('heading', { name, exact: true }) });
  }

  async generate(name: string): Promise<string> {
    await this.generateButton.click();
    await this.name.fill(name);
    await this.submit.click();
    return this.shownToken();
  }

  async shownToken(): Promise<string> {
    await expect(this.token).toContainText(/^plint_/);
    return (await this.token.innerText()).trim();
  }

  async act(name: string, action: 'rotate' | 'revoke' | 'showActivity'): Promise<void> {
    await this.page.getByRole('button', { name: messages.integrations.actionsFor(name) }).click();
    await this.page.getByRole('menuitem', { name: messages.integrations[action] }).click();
  }
}
