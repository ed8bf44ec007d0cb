import type { Locator, Page } from '@playwright/test';
import { messages } from '../../renderer/messages/index.ts';
import type { PrivacyLevel } from '../../shared/settings.ts';

const words = messages.privacy;

export class PrivacyPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  level(level: PrivacyLevel): Locator {
    return this.page.getByRole('radio', { name: words.levels[level].name });
  }

  levelOf(what: string): Locator {
    return this.page.getByRole('combobox', { name: words.levelFor(what), exact: true });
  }

  get gaps(): Locator {
    return this.page.getByRole('table', { name: words.gaps });
  }

  get maxAge(): Locator {
    return this.page.getByRole('combobox', { name: words.maxAge });
  }

  get deleteEverything(): Locator {
    return this.page.getByRole('button', { name: `${words.deleteEverything}: ${words.deleteButton}` });
  }

  get chooseIntegration(): Locator {
    return this.page.getByRole('combobox', { name: words.chooseIntegration });
  }

  get deleteIntegration(): Locator {
    return this.page.getByRole('button', { name: `${words.deleteIntegration}: ${words.deleteButton}` });
  }

  get confirmation(): Locator {
    return this.page.getByRole('alertdialog');
  }

  get trial(): Locator {
    return this.page.getByRole('textbox', { name: words.tryLabel });
  }

  get trialResult(): Locator {
    return this.page.locator('.trial__result');
  }

  /** Opens the reasons of the trial. */
  get trialWhy(): Locator {
    return this.page.locator('summary').filter({ hasText: words.tryWhy });
  }

  get dropZone(): Locator {
    return this.page.locator('.drop-zone');
  }

  get chooseFiles(): Locator {
    return this.page.getByRole('button', { name: words.tryFilesChoose });
  }

  get chooseFolder(): Locator {
    return this.page.getByRole('button', { name: words.tryFolderChoose });
  }

  /** The findings of the trial in one file. */
  triedFile(path: string): Locator {
    return this.page.getByRole('region', { name: path, exact: true });
  }
}
