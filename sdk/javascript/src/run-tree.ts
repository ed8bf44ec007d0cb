import type { AgentReports, PlinthSession } from './session.ts';

/** A run of a framework that is under way: an agent, a tool or a step. */
export interface Run {
  readonly reports: AgentReports;
  /** Members of every event of this run. */
  readonly common: { readonly turnId: string; readonly agentType?: string | undefined };
  /** The nearest agent or tool, itself included. Inside one, a model wrote the input. */
  readonly inside?: 'agent' | 'tool';
}

/** The runs that are under way. Each inherits the agent and the turn of the run that started it. */
export class RunTree {
  readonly #session: () => PlinthSession;
  readonly #runs = new Map<unknown, Run>();

  constructor(session: () => PlinthSession) {
    this.#session = session;
  }

  /** Begins a step. Without a known parent it is the first of the turn `turnId`. */
  begin(id: unknown, parentId: unknown, turnId: string): Run {
    const parent = this.#runs.get(parentId);
    return this.#add(id, parent ?? { reports: this.#session(), common: { turnId } });
  }

  /** Begins the run of a tool. */
  beginTool(id: unknown, parentId: unknown, turnId: string): Run {
    return this.#add(id, { ...this.begin(id, parentId, turnId), inside: 'tool' });
  }

  /** Begins the run of an agent: a sub-agent if an agent or a tool is above it. Returns the run that it is part of. */
  beginAgent(id: string, parentId: unknown, turnId: string, agentType: string | undefined): Run {
    const outer = this.begin(id, parentId, turnId);
    const reports = outer.inside ? outer.reports.agent({ agentId: id }) : outer.reports;
    this.#add(id, { reports, common: { turnId: outer.common.turnId, agentType }, inside: 'agent' });
    return outer;
  }

  get(id: unknown): Run | undefined {
    return this.#runs.get(id);
  }

  end(id: unknown): void {
    this.#runs.delete(id);
  }

  #add(id: unknown, run: Run): Run {
    this.#runs.set(id, run);
    return run;
  }
}
