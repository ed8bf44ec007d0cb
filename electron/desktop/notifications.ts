import { Notification } from 'electron';
import type { ControlEvent } from '../../shared/control.ts';
import type { Integration } from '../../shared/integration.ts';
import type { Route } from '../../shared/window-route.ts';
import type { Control } from './control.ts';
import { messages } from './messages.ts';

const REFUSAL_PAUSE_MS = 10 * 60_000;

export function notify(title: string, body: string, onClick: () => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body, silent: true });
  notification.on('click', onClick);
  notification.show();
}

/** Notifies about incidents, and about first events and refused requests if the user enabled it. */
export class ReportNotifications {
  readonly #control: Control;
  readonly #open: (route: Route) => void;
  readonly #toldOfRefusal = new Map<string, number>();
  #toldOfIncident: number | undefined;
  #wanted = false;
  #reported: Set<string> | undefined;

  constructor(control: Control, open: (route: Route) => void) {
    this.#control = control;
    this.#open = open;
  }

  async setWanted(wanted: boolean): Promise<void> {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#reported = wanted ? withEvents(await this.#integrations()) : undefined;
  }

  async hear(event: ControlEvent): Promise<void> {
    // Harm to the record is told also to a user who wants no other notifications.
    if (event.kind === 'incidents') await this.#tellOfIncident();
    if (!this.#wanted) return;
    if (event.kind === 'receipts' && event.added > 0) await this.#tellOfFirstReports();
    if (event.kind === 'refusal' && event.integrationId !== null) {
      await this.#tellOfRefusal(event.integrationId);
    }
  }

  async #tellOfIncident(): Promise<void> {
    const [newest] = (await this.#control('incidents.list', { limit: 1 })).incidents;
    if (newest === undefined || newest.isSeen || newest.key === this.#toldOfIncident) return;
    this.#toldOfIncident = newest.key;
    notify(messages.incident.title, messages.incident.body, () => this.#open({ screen: 'diagnostics' }));
  }

  async #integrations(): Promise<Integration[]> {
    return (await this.#control('integrations.list', {})).integrations;
  }

  async #tellOfFirstReports(): Promise<void> {
    const integrations = await this.#integrations();
    const known = this.#reported;
    if (known === undefined) return;
    this.#reported = withEvents(integrations);
    for (const { id, name, events } of integrations) {
      if (events === 0 || known.has(id)) continue;
      notify(messages.firstReport.title(name), messages.firstReport.body, () =>
        this.#open({ screen: 'activity' }),
      );
    }
  }

  async #tellOfRefusal(id: string): Promise<void> {
    const now = Date.now();
    if (now - (this.#toldOfRefusal.get(id) ?? 0) < REFUSAL_PAUSE_MS) return;
    this.#toldOfRefusal.set(id, now);
    const integration = (await this.#integrations()).find((each) => each.id === id);
    const { refusals } = await this.#control('refusals.list', { integrationId: id, limit: 1 });
    const refusal = refusals[0];
    if (integration === undefined || refusal === undefined) return;
    notify(messages.refused.title(integration.name), messages.refused.body(refusal.code), () =>
      this.#open({ screen: 'diagnostics' }),
    );
  }
}

function withEvents(integrations: readonly Integration[]): Set<string> {
  return new Set(integrations.filter(({ events }) => events !== 0).map(({ id }) => id));
}
