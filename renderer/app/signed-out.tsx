import { KeyRound } from 'lucide-react';
import { Empty } from '../components/states.tsx';
import { messages } from '../messages/index.ts';

export function SignedOut() {
  return (
    <main className="whole-page">
      <Empty
        icon={KeyRound}
        title={messages.connection.signedOutTitle}
        text={messages.connection.signedOutText}
      />
    </main>
  );
}
