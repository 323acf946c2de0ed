import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconCalendarRepeat, IconX } from '@tabler/icons-react';
import { renewalReminder } from '../../../shared/view-texts/index.ts';
import { useCommand, useContractQuery } from '../../api/index.ts';
import { count } from '../../format/index.ts';
import { FailureLine } from '../../kit/index.ts';
import { toScreen } from '../../navigation/index.ts';

/** The accounts with people who are due. Ignores a plan that cannot be counted; its own page shows the error. */
export function PlanReminders() {
  const reminders = useContractQuery('plan.reminders', {});
  const snooze = useCommand('plan.snooze');
  if (reminders.data === undefined || reminders.data.length === 0) return null;
  return (
    <section className="card waiting" aria-labelledby="reminders-title">
      <h2 className="waiting-title" id="reminders-title">
        Your plan
      </h2>
      {reminders.data.map(({ connectionId, connection, people, renewal, today }) => (
        <div key={connectionId} className="waiting-item">
          <IconCalendarRepeat size={18} stroke={1.6} aria-hidden />
          <div>
            <div className="strong">
              {count(people, 'person', 'people')} due to be screened over {connection}
            </div>
            <div className="second">{renewal === null ? '' : `${renewalReminder(renewal, today)} `}Nothing is sent until you send it.</div>
          </div>
          <div className="waiting-actions">
            <Button
              component="a"
              href={toScreen('projects', { connection: connectionId }, 'plan')}
              variant="default"
              size="xs"
              aria-label={`See the plan: ${connection}`}
              miw={124}
            >
              See the plan
            </Button>
            <Tooltip label="Remind me in a month">
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                className="plain-icon"
                aria-label={`Remind me in a month: ${connection}`}
                onClick={() => snooze.isPending || snooze.mutate({ connectionId })}
              >
                <IconX size={16} stroke={1.8} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </div>
        </div>
      ))}
      <FailureLine error={snooze.error} />
    </section>
  );
}
