import { messages } from '../../renderer/messages/index.ts';
import { expect, test } from '../fixtures/test.ts';

const words = messages.problems;

test('a refused request says what is allowed, and can be dismissed and shown again', async ({
  app,
  integration,
  page,
}) => {
  const { reporter } = await integration('nightly-report');
  await reporter.send({ event: 'typed' as never });
  await app.open('problems');
  const line = page.getByRole('listitem').filter({ hasText: 'nightly-report' });
  await expect(line).toContainText(messages.validation.wrong_value);
  await expect(line).toContainText('prompt.submitted, tool.before_use');
  await expect(line.getByRole('link', { name: words.toToken })).toBeVisible();

  await line.getByRole('button', { name: words.dismiss }).click();
  await expect(page.getByText(words.none)).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: messages.common.undo }).click();
  await expect(line).toBeVisible();

  await line.getByRole('button', { name: words.dismiss }).click();
  await page.getByRole('button', { name: words.showDismissed(1) }).click();
  await line.getByRole('button', { name: words.showAgain }).click();
  await expect(line.getByRole('button', { name: words.dismiss })).toBeVisible();

  await line.getByRole('button', { name: words.dismiss }).click();
  await expect(page.getByText(words.none)).toBeVisible();
  await reporter.send({ event: 'typed' as never });
  await expect(line).toContainText('2 ×');
});
