//! Conversions for the types of mint, in both directions, with rows and columns distinguished.

use godot_var::math::{
    Basis, Projection, Quaternion, Transform2D, Transform3D, Vector2i, Vector3i, Vector4, Vector4i,
    double,
};
use godot_var::{Vector2, Vector3};
use mint::{
    ColumnMatrix2x3, ColumnMatrix3, ColumnMatrix3x4, ColumnMatrix4, IntoMint, Point2, Point3,
    RowMatrix2x3, RowMatrix3, RowMatrix3x4, RowMatrix4,
};

/// There and back; returns what is there.
fn there<A: Copy + PartialEq + std::fmt::Debug + From<B>, B: Copy + From<A>>(ours: A) -> B {
    let theirs = B::from(ours);
    assert_eq!(A::from(theirs), ours);
    theirs
}

#[test]
fn vectors() {
    let v: mint::Vector2<f32> = there(Vector2::new(1.0, 2.0));
    assert_eq!(<[f32; 2]>::from(v), [1.0, 2.0]);
    let v: Point2<f32> = there(Vector2::new(1.0, 2.0));
    assert_eq!(<[f32; 2]>::from(v), [1.0, 2.0]);
    let v: mint::Vector3<f64> = there(double::Vector3::new(1.0, 2.0, 3.0));
    assert_eq!(<[f64; 3]>::from(v), [1.0, 2.0, 3.0]);
    let v: Point3<f32> = there(Vector3::new(1.0, 2.0, 3.0));
    assert_eq!(<[f32; 3]>::from(v), [1.0, 2.0, 3.0]);
    let v: mint::Vector4<f32> = there(Vector4::new(1.0, 2.0, 3.0, 4.0));
    assert_eq!(<[f32; 4]>::from(v), [1.0, 2.0, 3.0, 4.0]);
    let v: mint::Vector2<i32> = there(Vector2i::new(1, 2));
    assert_eq!(<[i32; 2]>::from(v), [1, 2]);
    let v: Point2<i32> = there(Vector2i::new(1, 2));
    assert_eq!(<[i32; 2]>::from(v), [1, 2]);
    let v: mint::Vector3<i32> = there(Vector3i::new(1, 2, 3));
    assert_eq!(<[i32; 3]>::from(v), [1, 2, 3]);
    let v: Point3<i32> = there(Vector3i::new(1, 2, 3));
    assert_eq!(<[i32; 3]>::from(v), [1, 2, 3]);
    let v: mint::Vector4<i32> = there(Vector4i::new(1, 2, 3, 4));
    assert_eq!(<[i32; 4]>::from(v), [1, 2, 3, 4]);
}

#[test]
fn quaternion() {
    let q: mint::Quaternion<f32> = there(Quaternion::new(1.0, 2.0, 3.0, 4.0));
    assert_eq!((q.s, q.v.x, q.v.y, q.v.z), (4.0, 1.0, 2.0, 3.0));
}

#[test]
fn matrices() {
    let basis = Basis::new(
        Vector3::new(1.0, 2.0, 3.0),
        Vector3::new(4.0, 5.0, 6.0),
        Vector3::new(7.0, 8.0, 9.0),
    );
    let columns: ColumnMatrix3<f32> = there(basis);
    assert_eq!(<[[f32; 3]; 3]>::from(columns), [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]);
    let rows: RowMatrix3<f32> = there(basis);
    assert_eq!(<[[f32; 3]; 3]>::from(rows), [[1.0, 4.0, 7.0], [2.0, 5.0, 8.0], [3.0, 6.0, 9.0]]);

    let transform = Transform3D::new(basis, Vector3::new(10.0, 11.0, 12.0));
    let columns: ColumnMatrix3x4<f32> = there(transform);
    assert_eq!(<[[f32; 3]; 4]>::from(columns)[1], [4.0, 5.0, 6.0]);
    assert_eq!(<[[f32; 3]; 4]>::from(columns)[3], [10.0, 11.0, 12.0]);
    let rows: RowMatrix3x4<f32> = there(transform);
    assert_eq!(<[[f32; 4]; 3]>::from(rows)[0], [1.0, 4.0, 7.0, 10.0]);

    let flat =
        Transform2D::new(Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0), Vector2::new(5.0, 6.0));
    let columns: ColumnMatrix2x3<f32> = there(flat);
    assert_eq!(<[[f32; 2]; 3]>::from(columns), [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
    let rows: RowMatrix2x3<f32> = there(flat);
    assert_eq!(<[[f32; 3]; 2]>::from(rows), [[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]);

    let column = |first: f32| Vector4::new(first, first + 1.0, first + 2.0, first + 3.0);
    let projection = Projection::new(column(1.0), column(5.0), column(9.0), column(13.0));
    let columns: ColumnMatrix4<f32> = there(projection);
    assert_eq!(<[[f32; 4]; 4]>::from(columns)[1], [5.0, 6.0, 7.0, 8.0]);
    let rows: RowMatrix4<f32> = there(projection);
    assert_eq!(<[[f32; 4]; 4]>::from(rows)[1], [2.0, 6.0, 10.0, 14.0]);
}

#[test]
fn ours_are_taken_where_mint_is() {
    fn middle(a: impl IntoMint<MintType = mint::Vector3<f32>>) -> f32 {
        let v: mint::Vector3<f32> = a.into();
        v.y
    }
    assert_eq!(middle(Vector3::new(1.0, 2.0, 3.0)), 2.0);
    // Through mint to another library's type, as engines do.
    let theirs: mint::Vector3<f32> = Vector3::new(1.0, 2.0, 3.0).into();
    assert_eq!(Vector3::from(theirs), Vector3::new(1.0, 2.0, 3.0));
}
