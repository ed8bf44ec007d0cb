import type { Locator, Page } from '@playwright/test';
import { messages } from '../../renderer/messages/index.ts';

export class WelcomePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get title(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  get next(): Locator {
    return this.page.getByRole('button', { name: messages.welcome.next });
  }

  get skip(): Locator {
    return this.page.getByRole('button', { name: messages.welcome.skip });
  }

  get finish(): Locator {
    return this.page.getByRole('button', { name: messages.welcome.see.finish });
  }
}
