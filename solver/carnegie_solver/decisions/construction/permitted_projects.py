"""What the allow and avoid lists leave of a turn of Construction: uses, and sites by the Department that builds there.

Where one Department may build what another may not, the projects of each are counted on sites of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from carnegie_solver.components import Components, ProjectType, Region
from carnegie_solver.decisions.construction.sites import Place, Site
from carnegie_solver.decisions.construction.turn_uses import Builder, Supplier, TurnUses
from carnegie_solver.decisions.permitted import mission_regions
from carnegie_solver.restrictions import Restrictions
from carnegie_solver.rules import Position
from carnegie_solver.rules.steps import BuildProject, Gain, Mission, SellGoods, UseDepartment


class PermittedProjects:
    """What may be done in a turn of Construction."""

    def __init__(self, components: Components, restrictions: Restrictions, position: Position) -> None:
        self._components, self._restrictions, self._position = components, restrictions, position

    def uses(self, uses: TurnUses, places: Sequence[Place]) -> TurnUses:
        """Leave out the Departments that may do nothing."""
        if not self._restrictions.restrict:
            return uses
        labels = self._components.space_labels
        everything = [(place, kind) for place in places for kind in ProjectType]

        def builds(one: Builder, *, mission: bool) -> bool:
            return any(self._builds(one.index, place, kind, mission=mission) for place, kind in everything)

        return TurnUses(
            tuple(one for one in uses.senders if builds(one, mission=True)),
            tuple(one for one in uses.outsourcers if builds(one, mission=False)),
            tuple(one for one in uses.suppliers if self.supplying(one)),
            tuple(
                one
                for one in uses.purchasers
                if self._permits(UseDepartment(labels[one.index], Gain.PURCHASE, count=1))
            ),
            tuple(
                one for one in uses.renovators if any(self.renovates(one.index, region) for region in Region)
            ),
        )

    @property
    def selling(self) -> bool:
        """Whether goods cubes may be sold."""
        return self._permits(SellGoods(1))

    def _permits(self, step: UseDepartment | BuildProject | SellGoods) -> bool:
        return self._restrictions.permits(self._components, self._position, step)

    def _builds(self, index: int, place: Place, kind: ProjectType, *, mission: bool) -> bool:
        label, city = self._components.space_labels[index], self._components.cities[place.city]
        sent = Mission(city.region, 1) if mission else None
        return self._permits(BuildProject(label, kind, city.name, place.free[0], sent))

    def supplying(self, one: Supplier) -> tuple[Region, ...]:
        """Give the regions to which a Department may send employees who build nothing."""
        step = UseDepartment(self._components.space_labels[one.index], one.use.gain)
        return mission_regions(self._components, self._restrictions, self._position, step)

    def renovates(self, index: int, region: Region) -> bool:
        """Whether the Department on a space may renovate in a region."""
        return self._permits(UseDepartment(self._components.space_labels[index], Gain.VP, None, 1, region))

    def sites(self, sites: Iterable[Site], uses: TurnUses) -> tuple[Site, ...]:
        """Leave out the sites on which nothing may be built; part them by Department where those differ."""
        if not self._restrictions.restrict:
            return tuple(sites)
        parted: list[Site] = []
        whole: list[Site] = []
        differ = False
        for site in sites:
            own = [
                replace(site, builder=one.index, outsourced=not mission)
                for builders, mission in ((uses.senders, True), (uses.outsourcers, False))
                for one in builders
                if self._builds(one.index, site.place, site.kind, mission=mission)
            ]
            differ = differ or 0 < len(own) < len(uses.senders) + len(uses.outsourcers)
            parted += own
            if own:
                whole.append(site)
        return tuple(parted if differ else whole)
