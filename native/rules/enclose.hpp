// Enclosure on a square board: orbits, half-orbits, land and doomed stones of Orbit (rules 3).
// The readable definition is src/isthmus/rules/enclose.py.
#pragma once

#include <array>
#include <vector>

#include "board/bits.hpp"

namespace isthmus {

// The areas that the stones of one colour enclose. The other colour's stones in them make no difference.
template <int W>
struct Enclosed {
    Bits<W> orbits;  // enclosed by stones alone
    Bits<W> points;  // those, and half-orbits: enclosed together with one side of the board
    bool operator==(const Enclosed&) const = default;
};

template <int W>
class Enclosure {
public:
    // The eight places around a point as the bits of a byte, row by row from below left.
    using Ring = std::uint8_t;

    explicit Enclosure(int size);

    const Bits<W>& all() const { return all_; }

    // What stones enclose
    Enclosed<W> of(const Bits<W>& stones) const;  // from scratch
    // Call this after a stone lands on `point`. Returns whether anything except the point itself changed. If a change
    // is possible (`may_part`), each part around the point is flooded until it is closed or known to be open.
    bool land(Enclosed<W>& enclosed, const Bits<W>& stones, int point, bool may_part) const;
    // Call this after stones of the colour are taken off. Returns whether everything had to be found again, so that
    // enclosed points may now be open. Otherwise only regions that touch two sides have grown.
    bool lift(Enclosed<W>& enclosed, const Bits<W>& stones, const Bits<W>& taken) const;

    // What counts at the end
    // The empty points that only `own` encloses.
    Bits<W> land_of(const Enclosed<W>& own, const Enclosed<W>& other, const Bits<W>& empty) const;
    // The opposing stones within an orbit once the whole land is filled. Land is always enclosed, so filling can close
    // something only within enclosed areas.
    Bits<W> doomed(const Enclosed<W>& own, const Bits<W>& land, const Bits<W>& opposing) const;

    // Around a point
    Ring ring(const Bits<W>& stones, int point) const;
    // Whether a stone on `point` may change more than the point itself. It cannot if the places around it that are free
    // of its colour are connected.
    bool may_part(int point, Ring ring) const;
    // The groups of taken places in a ring, diagonals included, each by one member.
    struct Groups {
        std::uint8_t count;
        std::array<std::uint8_t, 4> member;
    };
    const Groups& taken_groups(Ring ring) const { return taken_groups_[ring]; }
    // The place with index i around a point, or -1 if it is off the board.
    // Seen from that place, the point has index 7 - i.
    int near(int point, int i) const { return places_[point].near[i]; }
    Ring corner(int point) const { return places_[point].corner; }

    // The sides of the board
    const Bits<W>& side(int i) const { return sides_[i]; }
    bool on_side(int point) const { return places_[point].outside != 0; }

private:
    static constexpr int around[8] = {1, 2, 4, 7, 6, 5, 3, 0};  // a ring in order: below, below right, right, ...

    struct Place {
        std::array<std::int16_t, 8> near;
        Ring outside;  // the places beyond the sides of the board
        Ring corner;   // for a corner point, the place beyond the corner: it separates the two sides that meet there
        Bits<W> orthogonal;
    };

    Place place(int row, int column) const;

    // The number of orthogonally connected groups of the orthogonal neighbours that are free of the colour. A point on
    // a side needs two counts: one with the places beyond the side taken, since no region passes there, and one with
    // them free, since a region may have touched the side only at this point.
    static int free_groups(Ring ring);
    static Groups taken_groups_of(Ring ring);

    Bits<W> spread(const Bits<W>& part, const Bits<W>& within) const;
    Bits<W> flood(Bits<W> part, const Bits<W>& within) const;
    int sides(const Bits<W>& region) const;
    bool touches_sides_of(const Bits<W>& region, int point) const;
    // Adds a whole region if it is enclosed; returns whether it is.
    bool enclose(Enclosed<W>& enclosed, const Bits<W>& region) const;

    int size_;
    Bits<W> all_;
    std::array<Bits<W>, 4> sides_;
    std::vector<Place> places_;
    std::array<std::uint8_t, 256> free_groups_;  // by ring
    std::array<Groups, 256> taken_groups_;
};

// The bodies ----------------------------------------------------------------------------------------------------------
// Random games spend most of their time in the small functions, so these are `inline`, as bodies within the class are.
template <int W>
Enclosure<W>::Enclosure(int size) : size_(size), places_(size * size) {
    for (int point = 0; point < size * size; ++point) {
        const int row = point / size, column = point % size;
        all_.set(point);
        if (row == 0) sides_[0].set(point);
        if (row == size - 1) sides_[1].set(point);
        if (column == 0) sides_[2].set(point);
        if (column == size - 1) sides_[3].set(point);
        places_[point] = place(row, column);
    }
    for (int ring = 0; ring < 256; ++ring) {
        free_groups_[ring] = static_cast<std::uint8_t>(free_groups(static_cast<Ring>(ring)));
        taken_groups_[ring] = taken_groups_of(static_cast<Ring>(ring));
    }
}

template <int W>
auto Enclosure<W>::of(const Bits<W>& stones) const -> Enclosed<W> {
    Enclosed<W> found;
    const auto within = all_.minus(stones);
    for (auto left = within; left.any();) {
        const auto region = flood(Bits<W>::of(left.first()), within);
        left = left.minus(region);
        enclose(found, region);
    }
    return found;
}

template <int W>
inline auto Enclosure<W>::ring(const Bits<W>& stones, int point) const -> Ring {
    unsigned ring = places_[point].corner;
    for (int i = 0; i < 8; ++i) {
        const int near = places_[point].near[i];
        if (near >= 0) ring |= static_cast<unsigned>(stones.test(near)) << i;
    }
    return static_cast<Ring>(ring);
}

template <int W>
inline bool Enclosure<W>::may_part(int point, Ring ring) const {
    return free_groups_[ring] > 1 || free_groups_[ring | places_[point].outside] > 1;
}

template <int W>
bool Enclosure<W>::land(Enclosed<W>& enclosed, const Bits<W>& stones, int point, bool may_part) const {
    enclosed.orbits.reset(point);
    enclosed.points.reset(point);
    if (!may_part) return false;
    const auto within = all_.minus(stones);
    const auto near = places_[point].orthogonal & within;
    Bits<W> open;  // known to touch two sides
    bool first = true, changed = false;
    for (auto left = near; left.any(); first = false) {
        auto part = Bits<W>::of(left.first());
        while (true) {
            const auto grown = spread(spread(part, within), within);
            const bool whole = grown == part;
            part = grown;
            if (whole) {
                changed |= enclose(enclosed, part);
                break;
            }
            // Except for the point, the region is as before, and it touches the same sides.
            if (first && near.minus(part).none() && touches_sides_of(part, point)) return false;
            if (part.meets(open) || sides(part) >= 2) {
                open |= part;
                break;
            }
        }
        left = left.minus(part);
    }
    return changed;
}

template <int W>
bool Enclosure<W>::lift(Enclosed<W>& enclosed, const Bits<W>& stones, const Bits<W>& taken) const {
    if (!spread(taken, all_).meets(enclosed.points)) return false;
    enclosed = of(stones);
    return true;
}

template <int W>
inline auto Enclosure<W>::land_of(const Enclosed<W>& own, const Enclosed<W>& other, const Bits<W>& empty) const
    -> Bits<W> {
    return (own.points & empty).minus(other.points);
}

template <int W>
auto Enclosure<W>::doomed(const Enclosed<W>& own, const Bits<W>& land, const Bits<W>& opposing) const -> Bits<W> {
    Bits<W> found;
    const auto within = own.points.minus(land);
    for (auto left = opposing & own.points; left.any();) {
        const auto region = flood(Bits<W>::of(left.first()), within);
        if (sides(region) == 0) found |= region & opposing;
        left = left.minus(region);
    }
    return found;
}

template <int W>
auto Enclosure<W>::place(int row, int column) const -> Place {
    Place place{};
    int i = 0;
    for (int up = -1; up <= 1; ++up)
        for (int right = -1; right <= 1; ++right) {
            if (!up && !right) continue;
            const bool row_on = row + up >= 0 && row + up < size_,
                       column_on = column + right >= 0 && column + right < size_;
            const int point = (row + up) * size_ + column + right;
            place.near[i] = static_cast<std::int16_t>(row_on && column_on ? point : -1);
            if (!row_on || !column_on) place.outside |= static_cast<Ring>(1u << i);
            if (!row_on && !column_on) place.corner |= static_cast<Ring>(1u << i);
            if (row_on && column_on && (!up || !right)) place.orthogonal.set(point);
            ++i;
        }
    return place;
}

template <int W>
int Enclosure<W>::free_groups(Ring ring) {
    const auto free = [&](int i) { return !(ring >> around[i & 7] & 1); };
    int count = 0;
    for (int i = 0; i < 8; i += 2) count += free(i) && !(free(i + 1) && free(i + 2));
    return count ? count : free(0);
}

template <int W>
auto Enclosure<W>::taken_groups_of(Ring ring) -> Groups {
    const auto taken = [&](int i) { return (ring >> around[i & 7] & 1) != 0; };
    Groups groups{};
    int start = 0;  // a free orthogonal neighbour, if any, begins a new group
    while (start < 8 && taken(start)) start += 2;
    bool begun = false;
    for (int i = start; i < start + 8; ++i) {
        if (i % 2 == 0 && !taken(i)) begun = false;
        if (!taken(i) || begun) continue;
        groups.member[groups.count++] = static_cast<std::uint8_t>(around[i & 7]);
        begun = true;
    }
    return groups;
}

template <int W>
inline auto Enclosure<W>::spread(const Bits<W>& part, const Bits<W>& within) const -> Bits<W> {
    const auto row = part | part.minus(sides_[3]).raised(1) | part.minus(sides_[2]).lowered(1);
    return (row | part.raised(size_) | part.lowered(size_)) & within;
}

template <int W>
inline auto Enclosure<W>::flood(Bits<W> part, const Bits<W>& within) const -> Bits<W> {
    while (true) {
        const auto grown = spread(part, within);
        if (grown == part) return part;
        part = grown;
    }
}

template <int W>
inline int Enclosure<W>::sides(const Bits<W>& region) const {
    int count = 0;
    for (const auto& side : sides_) count += region.meets(side);
    return count;
}

template <int W>
inline bool Enclosure<W>::touches_sides_of(const Bits<W>& region, int point) const {
    for (const auto& side : sides_)
        if (side.test(point) && !region.meets(side)) return false;
    return true;
}

template <int W>
inline bool Enclosure<W>::enclose(Enclosed<W>& enclosed, const Bits<W>& region) const {
    const int touched = sides(region);
    if (touched >= 2) return false;
    enclosed.points |= region;
    if (touched == 0) enclosed.orbits |= region;
    return true;
}

}  // namespace isthmus
