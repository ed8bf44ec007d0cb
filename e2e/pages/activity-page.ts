import type { Locator, Page } from '@playwright/test';
import { messages } from '../../renderer/messages/index.ts';

const words = messages.activity;

export class ActivityPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get list(): Locator {
    return this.page.getByRole('listbox', { name: words.list });
  }

  get rows(): Locator {
    return this.list.getByRole('option').and(this.page.locator(':not([aria-disabled])'));
  }

  get gaps(): Locator {
    return this.list.locator('.row--gap');
  }

  get selected(): Locator {
    return this.list.getByRole('option', { selected: true });
  }

  get count(): Locator {
    return this.page.locator('.title-row').getByText(/receipt|Counting/);
  }

  get detail(): Locator {
    return this.page.getByRole('article', { name: messages.receipt.title });
  }

  get search(): Locator {
    return this.page.getByRole('combobox', { name: words.search });
  }

  get newPill(): Locator {
    return this.page.locator('.pill');
  }

  /** Sets a filter through the menu: its kind, and then the first value with this name. */
  async filterBy(kind: keyof typeof words.filters, value: string): Promise<void> {
    await this.page.getByRole('button', { name: words.filterMenu.open, exact: true }).click();
    const name = words.filters[kind];
    await this.page.getByRole('combobox', { name: words.filterMenu.kind }).fill(name);
    await this.page.keyboard.press('Enter');
    await this.page.getByRole('combobox', { name, exact: true }).fill(value);
    await this.page
      .getByRole('listbox', { name, exact: true })
      .getByRole('option', kind === 'session' ? {} : { name: value })
      .first()
      .click();
  }

  chip(label: string): Locator {
    return this.page.locator('.filters .chip').filter({ hasText: label });
  }

  removeChip(label: string): Locator {
    return this.page.getByRole('button', { name: words.chips.remove(label), exact: true });
  }

  get clear(): Locator {
    return this.page.getByRole('button', { name: words.clear }).first();
  }
}
