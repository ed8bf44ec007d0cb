import { AsyncLocalStorage } from 'node:async_hooks';
import type { CommonData } from './events.ts';
import type { AgentReports, PlinthSession } from './session.ts';

/** A run of a framework that is under way: an agent, a tool or a step. */
export interface Run {
  readonly reports: AgentReports;
  /** Members of every event of this run. */
  readonly common: { readonly turnId: string | undefined; readonly agentType?: string | undefined };
  /** The nearest agent or tool, itself included. Inside one, a model wrote the input. */
  readonly inside?: 'agent' | 'tool';
}

/** What runs in an asynchronous context. The framework can tell the run's id after the context has begun. */
interface Place {
  id?: unknown;
  readonly outer: Place | undefined;
}

/**
 * The runs that are under way. Each inherits the agent and the turn of the run that started it: the one that the
 * framework names, else the one in whose asynchronous context it begins.
 */
export class RunTree {
  readonly #session: () => PlinthSession;
  readonly #runs = new Map<unknown, Run>();
  /** Reports what the tools that are under way change, once they have succeeded. */
  readonly #changes = new Map<unknown, () => void>();
  readonly #places = new AsyncLocalStorage<Place>();

  constructor(session: () => PlinthSession) {
    this.#session = session;
  }

  /** Begins a step. Without a known parent it is the first of the turn `turnId`. */
  begin(id: unknown, parentId: unknown, turnId: string | undefined): Run {
    const parent = this.#runs.get(parentId) ?? this.tool();
    return this.#add(id, parent ?? { reports: this.#session(), common: { turnId } });
  }

  /** Begins the run of a tool. What begins in the same asynchronous context is inside it. */
  beginTool(id: unknown, parentId: unknown, turnId: string | undefined): void {
    this.addTool(id, this.begin(id, parentId, turnId));
  }

  /** Begins the run of a tool of an agent that the tree does not hold. */
  addTool(id: unknown, { reports, common }: Run): void {
    this.#take(id);
    this.#add(id, { reports, common, inside: 'tool' });
  }

  /** Reports what a tool that has begun was given. */
  callTool(id: unknown, toolName: string, toolInput: unknown, data?: CommonData): void {
    const run = this.#runs.get(id);
    if (!run) return;
    const all = { ...run.common, ...data };
    run.reports.toolCall(toolName, toolInput, all);
    this.#changes.set(id, () => run.reports.toolSucceeded(toolName, toolInput, all));
  }

  /** Begins the run of an agent: a sub-agent if an agent or a tool is above it. Returns the run that it is part of. */
  beginAgent(id: string, parentId: unknown, turnId: string, agentType: string | undefined): Run {
    const outer = this.begin(id, parentId, turnId);
    const reports = outer.inside ? outer.reports.agent({ agentId: id }) : outer.reports;
    this.#add(id, { reports, common: { turnId: outer.common.turnId, agentType }, inside: 'agent' });
    return outer;
  }

  /**
   * Opens a place in the caller's asynchronous context for the tool that begins next. `beginTool` does so itself, but a
   * framework can call it in a context of its own.
   */
  openPlace(): void {
    this.#places.enterWith({ outer: this.#livePlace() });
  }

  /** Calls a function as a part of a run. */
  within<T>(id: unknown, call: () => T): T {
    return this.#places.run({ id, outer: this.#livePlace() }, call);
  }

  /** Returns the nearest tool in this asynchronous context that is still under way. A run inside it is an agent. */
  tool(): Run | undefined {
    return this.#runs.get(this.#livePlace()?.id);
  }

  get(id: unknown): Run | undefined {
    return this.#runs.get(id);
  }

  /** Ends a run. What a tool changes is reported if it is known to have succeeded. */
  end(id: unknown, succeeded = false): void {
    if (succeeded) this.#changes.get(id)?.();
    this.#changes.delete(id);
    this.#runs.delete(id);
  }

  #take(id: unknown): void {
    const place = this.#places.getStore();
    if (place && place.id === undefined) place.id = id;
    else this.#places.enterWith({ id, outer: this.#livePlace() });
  }

  /** Returns the nearest place of a run that is still under way, so that those of ended runs are not kept. */
  #livePlace(): Place | undefined {
    let place = this.#places.getStore();
    while (place && !this.#runs.has(place.id)) place = place.outer;
    return place;
  }

  #add(id: unknown, run: Run): Run {
    this.#runs.set(id, run);
    return run;
  }
}
