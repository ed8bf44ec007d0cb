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

  filter(by: 'integration' | 'type' | 'session'): Locator {
    return this.page.getByRole('combobox', { name: words[by], exact: true });
  }

  get clear(): Locator {
    return this.page.getByRole('button', { name: words.clear }).first();
  }
}
