import { nameSuspicion, SUSPICION_WORDS } from '../../shared/integration-name.ts';
import { messages } from '../messages/index.ts';

/** An integration's name, with a mark if it could be mistaken for another name. */
export function IntegrationName(props: { name: string }) {
  const suspicion = nameSuspicion(props.name);
  if (suspicion === undefined) return <bdi>{props.name}</bdi>;
  return (
    <>
      <bdi>{props.name}</bdi>{' '}
      <span className="chip" data-tone="attention" title={messages.nameSuspicions[suspicion]}>
        {SUSPICION_WORDS[suspicion]}
      </span>
    </>
  );
}
