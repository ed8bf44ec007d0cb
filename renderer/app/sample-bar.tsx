import { FlaskConical } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { useConnection } from '../control/control-context.tsx';
import { removeSample } from '../control/sample-mode.tsx';
import { messages } from '../messages/index.ts';
import { navigate } from './route.ts';

const words = messages.sample;

/** The mark over every screen that shows the sample data, with the way back. */
export function SampleBar() {
  const connection = useConnection();
  const remove = () => {
    removeSample(connection);
    navigate({ screen: 'today' });
  };
  return (
    <aside className="sample-bar" aria-label={words.title}>
      <FlaskConical size={16} strokeWidth={1.5} aria-hidden />
      <p>
        <strong>{words.title}.</strong> <span className="sample-bar__text">{words.text}</span>
      </p>
      <Button onClick={remove}>{words.remove}</Button>
    </aside>
  );
}
