import { ListKeysHelp } from '#web/components/list-keys-help.tsx';

export const rolesHelp = {
  title: 'Roles',
  body: (
    <>
      <p>
        A role defines what people may do: ALLOW grants permissions, DENY takes them away. Anything
        that no role allows is refused. People can hold several roles; the account&apos;s ROOT users
        need none.
      </p>
      <h3>DENY wins</h3>
      <p>
        A DENY in any of a person&apos;s roles takes away the permission, however many other roles
        allow it. A role cannot list the same permission under both ALLOW and DENY.
      </p>
      <h3>All permissions</h3>
      <p>
        If you choose a whole group, it also includes permissions that later versions of Cloudwarden
        add to it. If you choose permissions one by one, the selection stays as it is.
      </p>
      <h3>The default role</h3>
      <p>
        People without a role of their own have the default role. If you set another default role,
        what they may do changes at once.
      </p>
      <ListKeysHelp keys={['n']} />
    </>
  ),
};
