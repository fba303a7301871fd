"""A replica of NATS that stands still and that nobody mends: the nodes beside it must do without it."""

from taphouse.core import replace
from taphouse.lab.house_simulation.cluster import STAYS_STUCK
from taphouse.lab.house_simulation.evening import Evening, planned
from taphouse.lab.house_simulation.faults import Fault
from taphouse.lab.house_simulation.virtual_time import SECOND
from tests.shelf import SHELF


def test_nodes_beside_a_stuck_replica_go_on_to_see_each_other():
    for number in range(4):
        stuck = tuple(Fault("replica-stuck", 8 * SECOND, SECOND, STAYS_STUCK + server) for server in range(3))
        plan = replace(planned(SHELF, f"stuck-{number}", 3), tables=(), until=30 * SECOND, faults=stuck)
        evening = Evening(SHELF, plan)
        evening.run()

        seen = [len(node.lobby.owner.registry.alive) for node in evening.nodes]
        assert seen == [3, 3, 3]
