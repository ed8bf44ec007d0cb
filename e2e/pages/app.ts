import { expect, type Locator, type Page } from '@playwright/test';
import { messages } from '../../renderer/messages/index.ts';
import { ActivityPage } from './activity-page.ts';
import { AgentsPage } from './agents-page.ts';
import { IntegrationsPage } from './integrations-page.ts';
import { PrivacyPage } from './privacy-page.ts';
import { WelcomePage } from './welcome-page.ts';

/** The whole window: its navigation, and the parts that are on every screen. */
export class App {
  readonly page: Page;
  readonly activity: ActivityPage;
  readonly agents: AgentsPage;
  readonly integrations: IntegrationsPage;
  readonly privacy: PrivacyPage;
  readonly welcome: WelcomePage;

  constructor(page: Page) {
    this.page = page;
    this.activity = new ActivityPage(page);
    this.agents = new AgentsPage(page);
    this.integrations = new IntegrationsPage(page);
    this.privacy = new PrivacyPage(page);
    this.welcome = new WelcomePage(page);
  }

  get navigation(): Locator {
    return this.page.getByRole('navigation', { name: messages.app.navigation });
  }

  get recording(): Locator {
    return this.page.locator('.recording__button');
  }

  get reconnecting(): Locator {
    return this.page.getByText(messages.connection.reconnecting('').split('since')[0]!);
  }

  async isReady(): Promise<void> {
    await expect(this.navigation).toBeVisible();
  }

  /** Waits for the code of a screen, which the window reads after its first screen. */
  async hasReadCodeOf(screen: keyof typeof messages.nav): Promise<void> {
    const names = () =>
      this.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    await expect.poll(names).toContainEqual(expect.stringContaining(`/${screen}-screen-`));
  }

  async open(screen: Exclude<keyof typeof messages.nav, 'problemsCount'>): Promise<void> {
    await this.navigation
      .getByRole('link', { name: messages.nav[screen], exact: screen !== 'problems' })
      .click();
    await expect(this.page.getByRole('heading', { level: 1, name: messages.nav[screen] })).toBeVisible();
  }

  async pauseUntilResumed(): Promise<void> {
    await this.recording.click();
    await this.page.getByRole('menuitem', { name: messages.recording.lengths.resumed }).click();
    await expect(this.recording).toContainText(messages.recording.paused);
  }

  async resume(): Promise<void> {
    await this.recording.click();
    await expect(this.recording).toHaveAttribute('data-recording', 'recording');
  }

  announced(text: string | RegExp): Locator {
    return this.page.locator('.announce').filter({ hasText: text });
  }
}
